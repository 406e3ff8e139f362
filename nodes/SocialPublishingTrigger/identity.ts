import { createHash } from 'node:crypto';
import type { IPollFunctions } from 'n8n-workflow';
import { normaliseBaseUrl } from '../SocialPublishing/client';
import { credentialType } from '../SocialPublishing/signIn';
import type { TriggerSettings } from './settings';

/** What a stored state belongs to. */
export interface Identity {
	/** The settings and the service: with others the watch begins anew. */
	watch: string;
	/** A mark of the key: another one has ETags and an id of its own. */
	key: string;
	/** 'Start From' as it was typed: an expression gives another time at every poll. */
	startFrom: string;
}

/** Long enough to tell keys apart, too short to tell anything of one. */
const keyMarkLength = 10;

const keyMarkOf = (apiKey: string): string =>
	createHash('sha256').update(apiKey).digest('base64').slice(0, keyMarkLength);

const typedStartFrom = (context: IPollFunctions): string => {
	const options = context.getNodeParameter('options', {}, { rawExpressions: true });
	return String((options as Record<string, unknown>).startFrom ?? '');
};

/** Finds out what the state of this poll belongs to. */
export async function identify(
	context: IPollFunctions,
	{ events, channelIds, statuses, onlyThisKey }: TriggerSettings,
): Promise<Identity> {
	const { baseUrl, apiKey } = await context.getCredentials<{ baseUrl: string; apiKey: string }>(
		credentialType,
	);
	const chosen = [events, channelIds, statuses].map((list) => [...list].sort());
	return {
		watch: JSON.stringify([...chosen, onlyThisKey, normaliseBaseUrl(baseUrl)]),
		key: keyMarkOf(apiKey),
		startFrom: typedStartFrom(context),
	};
}
