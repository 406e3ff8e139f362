import type { Sandbox } from './controls';
import { openSandbox } from './sandbox';
import type { SandboxOptions } from './types';

export type { Clock, FaultKind, FaultSpec, OutcomeSpec, RecordedRequest, Sandbox } from './controls';
export type { MediaState, StorageRequest } from './media/mediaTypes';
export type { Finding, FindingRule } from './watcher';
export { seed } from './seed';
export type { ChannelName, KeyName, Seed } from './seed';
export type {
	AgentAnswers,
	ChannelWarning,
	Permission,
	Platform,
	Post,
	PostChannel,
	PostStatus,
	RateLimits,
	Routed,
	SandboxOptions,
	StorageOptions,
} from './types';
export type { Variants } from './world/variants';

/**
 * Starts a sandbox of the publishing API on 127.0.0.1: an independent, strict reading of the contract over node:http.
 *
 * @throws Error when the port is taken or an option makes no sense.
 */
export const startSandbox = (options: SandboxOptions = {}): Promise<Sandbox> => openSandbox(options);
