import type { Surroundings } from '../api/perform';
import type { SandboxState } from '../state';
import type { Credential } from '../world/records';
import type { Answer } from './answers';

/** A request as the rooms read it. */
export interface Asked {
	method: string;
	url: URL;
	/** Lower-case names. */
	headers: Readonly<Record<string, string | undefined>>;
	/** The whole body; null when it was larger than the room takes. */
	bodyText: string | null;
}

/** What a room may use. */
export interface RoomContext extends Surroundings {
	state: SandboxState;
	/** Adds a line to the Activity of the credential's workspace. */
	logActivity(credential: Credential, status: number): void;
}

/** One part of the service, with paths of its own. */
export interface Room {
	owns(path: string): boolean;
	maxBodyBytes: number;
	/** Whether the proxy's rule about the `User-Agent` holds here. */
	isGuarded: boolean;
	/** @throws ApiFailure */
	answer(asked: Asked, around: RoomContext): Promise<Answer>;
}
