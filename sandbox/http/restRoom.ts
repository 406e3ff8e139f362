import { authenticate } from '../api/access';
import { perform, withTimes } from '../api/perform';
import { matchRoute } from '../api/routes';
import type { Credential } from '../world/records';
import { failureAnswer, type Answer } from './answers';
import { ClientLeft, maxBodyBytes } from './requests';
import type { Asked, Room, RoomContext } from './room';

const performLogged = async (
	credential: Credential,
	{ logActivity, world }: RoomContext,
	run: () => Promise<Answer>,
): Promise<Answer> => {
	const answer = await run().catch((error: unknown) => {
		if (error instanceof ClientLeft) throw error;
		return failureAnswer(error);
	});
	logActivity(credential, answer.status);
	return withTimes(answer, world.variants);
};

/** The REST interface: keys alone, no OAuth tokens (N28). */
export const restRoom: Room = {
	owns: () => true,
	maxBodyBytes,
	isGuarded: true,
	answer: async ({ method, url, headers, bodyText }: Asked, around) => {
		const { world } = around;
		const match = matchRoute(method, url.pathname);
		const gate = {
			find: (bearer: string) => world.credentials.get(bearer),
			now: world.time(),
		};
		const credential = authenticate(gate, headers.authorization);
		const request = { search: url.searchParams, headers, bodyText };
		return await performLogged(credential, around, () => perform(credential, match, request, around));
	},
};
