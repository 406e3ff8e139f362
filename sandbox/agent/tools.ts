import type { Tool } from './tool';
import { channelTools } from './tools/channelTools';
import { deliveryTools } from './tools/deliveryTools';
import { draftTools } from './tools/draftTools';
import { mediaTools } from './tools/mediaTools';

/** Every tool of the agent endpoint (N26). */
export const tools: readonly Tool[] = [...channelTools, ...draftTools, ...deliveryTools, ...mediaTools];
