import type { Sandbox } from './controls';
import type { SandboxOptions } from './options';
import { openSandbox } from './sandbox';

export type { Clock } from './http/clock';
export type { FaultKind, FaultSpec } from './http/faults';
export type { OutcomeSpec } from './types';
export type { RecordedRequest } from './http/requestLog';
export type { Sandbox } from './controls';
export type { MediaState, StorageRequest } from './media/files';
export type { Finding, FindingRule } from './watcher';
export { seed } from './seed';
export type { ChannelName, KeyName, Seed } from './seed';
export type { AgentAnswers, RateLimits, SandboxOptions, StorageOptions } from './options';
export type { ChannelWarning, Permission, Platform, Post, PostChannel, PostStatus, Routed } from './types';
export { profileNames, type ProfileName } from './profiles';
export type { Variants } from './variants';

/**
 * Starts a sandbox of the publishing API on 127.0.0.1. It implements the contract strictly and shares no code with the client.
 *
 * @throws Error if the port is in use or an option is invalid.
 */
export const startSandbox = (options: SandboxOptions = {}): Promise<Sandbox> => openSandbox(options);
