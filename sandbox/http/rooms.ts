import { agentRoom } from '../agent/endpoint';
import { oauthRoom } from '../oauth/endpoints';
import { restRoom } from './restRoom';
import type { Room } from './room';

const rooms: readonly Room[] = [agentRoom, oauthRoom];

/** The room of a path; what no other room owns is the REST interface's. */
export const roomOf = (path: string): Room => rooms.find((room) => room.owns(path)) ?? restRoom;
