import { randomBytes, randomUUID } from 'node:crypto';
import { dayMs } from '../http/clock';
import type { Permission } from '../types';
import type { Credential } from '../world/records';

/** How a client authenticates itself at the token endpoint (N46). */
export const authMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const;
export type AuthMethod = (typeof authMethods)[number];

/** A registered OAuth client. */
export interface OAuthClient {
	id: string;
	authMethod: AuthMethod;
	/** Null for a public client. */
	secret: string | null;
	name: string;
	redirectUris: string[];
	registeredAt: number;
}

/** What a person allows an agent to do. */
export interface Choice {
	workspaceId: string;
	personId: string;
	channelIds: string[];
	permissions: Permission[];
}

/** An authorization code, from the connect screen until the token endpoint. */
interface Code {
	clientId: string;
	redirectUri: string;
	/** The S256 challenge of the client's verifier. */
	challenge: string;
	choice: Choice;
	expiresAt: number;
	/** The grant that the code was exchanged for. Exchanging the code again revokes that grant. */
	grant: Grant | null;
}

/** A grant to a client, with one access token and one refresh token at a time. */
export interface Grant {
	id: string;
	clientId: string;
	clientName: string;
	choice: Choice;
	accessToken: string;
	accessExpiresAt: number;
	refreshToken: string;
	refreshExpiresAt: number;
	isRevoked: boolean;
}

/** The lifetime of access tokens, in seconds (N28). */
export const accessSeconds = 3600;
const refreshMs = 30 * dayMs;
const codeMs = 60_000;

const secret = (kind: string): string => `sbx_${kind}_${randomBytes(24).toString('base64url')}`;

/** Stores OAuth clients, codes and tokens. */
export class OAuthBook {
	readonly clients = new Map<string, OAuthClient>();
	private readonly codes = new Map<string, Code>();
	private readonly grants: Grant[] = [];
	/** Refresh tokens that were exchanged for new ones. */
	private readonly spent = new Map<string, Grant>();

	register(client: Omit<OAuthClient, 'id' | 'secret' | 'registeredAt'>, now: number): OAuthClient {
		const own = client.authMethod === 'none' ? null : secret('client');
		const registered = { ...client, id: randomUUID(), secret: own, registeredAt: now };
		this.clients.set(registered.id, registered);
		return registered;
	}

	addCode(code: Omit<Code, 'expiresAt' | 'grant'>, now: number): string {
		const text = secret('code');
		this.codes.set(text, { ...code, expiresAt: now + codeMs, grant: null });
		return text;
	}

	code(text: string): Code | undefined {
		return this.codes.get(text);
	}

	addGrant({ clientId, choice }: Code, now: number): Grant {
		const clientName = this.clients.get(clientId)?.name ?? clientId;
		const tokens = { accessToken: '', accessExpiresAt: 0, refreshToken: '', refreshExpiresAt: 0 };
		const grant = { id: randomUUID(), clientId, clientName, choice, ...tokens, isRevoked: false };
		this.grants.push(grant);
		return this.renew(grant, now);
	}

	/** Replaces the tokens of a grant with new ones. */
	renew(grant: Grant, now: number): Grant {
		if (grant.refreshToken !== '') this.spent.set(grant.refreshToken, grant);
		return Object.assign(grant, {
			accessToken: secret('access'),
			accessExpiresAt: now + accessSeconds * 1000,
			refreshToken: secret('refresh'),
			refreshExpiresAt: now + refreshMs,
		});
	}

	/** The grant of a valid token. */
	grantOf(token: string): Grant | undefined {
		return this.grants.find(
			({ accessToken, refreshToken }) => token === accessToken || token === refreshToken,
		);
	}

	/** The grant of a refresh token that was already exchanged. */
	grantOfSpent(token: string): Grant | undefined {
		return this.spent.get(token);
	}

	/** The credential of an access token, as the agent endpoint uses it. */
	credentialOf(bearer: string): Credential | undefined {
		const grant = this.grants.find(({ accessToken }) => accessToken === bearer);
		if (grant === undefined) return undefined;
		const { id, clientName, choice, accessExpiresAt, isRevoked } = grant;
		const { channelIds, ...rest } = choice;
		return {
			...rest,
			id,
			kind: 'oauth',
			bearer,
			name: clientName,
			channelIds: new Set(channelIds),
			expiresAt: accessExpiresAt,
			isRevoked,
		};
	}

	/** Revokes every grant, as people can in the workspace settings. */
	revokeAll(): void {
		for (const grant of this.grants) grant.isRevoked = true;
	}
}
