import type { Answer } from '../http/answers';
import type { Asked } from '../http/requests';
import type { Profile } from '../profiles';
import type { SandboxState } from '../state';
import type { Credential } from '../world/records';
import type { Surroundings } from './perform';

/** What an endpoint can use. */
export interface EndpointContext extends Surroundings {
	state: SandboxState;
	/** Adds a line to the Activity of the credential's workspace. */
	logActivity(credential: Credential, status: number): void;
}

/** A part of the service with its own paths. */
export interface Endpoint {
	owns(path: string): boolean;
	maxBodyBytes: number;
	/** Whether the proxy checks the `User-Agent` of requests to this endpoint. */
	isGuarded(profile: Profile): boolean;
	/** @throws ApiFailure */
	answer(asked: Asked, context: EndpointContext): Promise<Answer>;
}
