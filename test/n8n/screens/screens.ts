import type { Editor } from '../support/editor';

/** One screen of the editor: a node with parameters, what is done in it, and what can then be read on it. */
export interface Screen {
	/** Of the picture, and of the node in the workflow. */
	name: string;
	parameters: object;
	/** Default is the node Social Publishing. */
	node?: 'scoring' | 'trigger';
	/** Whose credential the node has; default is the one with every permission. */
	as?: CredentialOfScreen;
	/** Name of the screen whose node comes before this one. */
	after?: string;
	/** Brings the panel to where the picture is taken. */
	open?: (editor: Editor) => Promise<unknown>;
	/** A text that can be read on the screen. */
	sees?: string;
	/** A text of the output after the node is executed. */
	returns?: string;
}

/** Credentials that make something fail, and one for which a person grants access. */
export type CredentialOfScreen = 'drafts' | 'expired' | 'limited' | 'noAnalytics' | 'unreachable' | 'oAuth2';

const { channels } = testbed.seed;
/** Parameters of an operation on posts. */
export const post = (operation: string, others: object = {}) => ({ resource: 'post', operation, ...others });
/** A post chosen by its ID. */
export const chosenPost = (id: string) => ({ postId: { __rl: true, mode: 'id', value: id } });
/** A channel chosen by its ID. */
export const chosenChannel = (id: string) => ({ channelId: { __rl: true, mode: 'id', value: id } });
/** The content of a new post. */
export const newPost = (others: object = {}) => ({
	channels: [channels.facebook.id],
	caption: 'Hello',
	...others,
});
