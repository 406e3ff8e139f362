import type { Answer } from '../http/answers';
import type { Asked } from '../http/requests';
import type { SandboxState } from '../state';
import type { Credential } from '../world/records';
import type { Surroundings } from './perform';

/** What an endpoint may use. */
export interface EndpointContext extends Surroundings {
	state: SandboxState;
	/** Adds a line to the Activity of the credential's workspace. */
	logActivity(credential: Credential, status: number): void;
}

/** One part of the service, with paths of its own. */
export interface Endpoint {
	owns(path: string): boolean;
	maxBodyBytes: number;
	/** Whether the proxy's rule about the `User-Agent` applies to this endpoint. */
	isGuarded: boolean;
	/** @throws ApiFailure */
	answer(asked: Asked, context: EndpointContext): Promise<Answer>;
}
