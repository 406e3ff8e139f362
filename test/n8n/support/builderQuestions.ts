/** One of our nodes, by its name. */
type NodeName = 'socialPublishing' | 'socialPublishingTrigger' | 'contentScoring';

/** What someone asks an AI builder for, in the words of issues and forums. */
interface Question {
	words: string;
	/** The node that answers it. */
	node: NodeName;
	/** Its place among the results; Infinity when n8n doesn't show it. Lower it when a change improves it. */
	place: number;
}

/** Questions of one kind, and the place at which the node has to be found at the latest. */
interface QuestionKind {
	kind: string;
	wanted: number;
	questions: Question[];
}

const about = (node: NodeName, places: Record<string, number>): Question[] =>
	Object.entries(places).map(([words, place]) => ({ words, node, place }));

/**
 * The questions by kind. n8n looks at each word alone and prefers names to aliases. A question with a word that another
 * node's name begins with, such as "post" in Postgres, PostHog and PostBin, is lost unless a longer word in it is ours.
 */
export const questionKinds: QuestionKind[] = [
	{
		kind: 'a network without a node in n8n',
		wanted: 1,
		questions: about('socialPublishing', {
			'post to instagram': 1,
			'instagram reel': 1,
			'publish instagram carousel': 1,
			'upload video to tiktok': 1,
			'tiktok photo post': 1,
			'pin to a pinterest board': 1,
			'threads post': 1,
			'post to bluesky': 1,
			'post a status on mastodon': 1,
			'publish article on dev.to': 1,
		}),
	},
	{
		kind: 'a network with a node in n8n',
		wanted: 5,
		questions: [
			...about('socialPublishing', {
				'post to linkedin company page': 2,
				'facebook page post': 4,
				'upload youtube shorts': 2,
			}),
			...about('contentScoring', {
				'youtube title score': 2,
				'youtube thumbnail test': 2,
				'youtube niche research': 2,
			}),
		],
	},
	{
		kind: 'no other app',
		wanted: 5,
		questions: [
			...about('socialPublishing', {
				'social media': 1,
				'schedule social media posts': 2,
				'schedule a post': 3,
				'social media scheduler': 3,
				crosspost: 1,
				'cross-post to several networks': 1,
				'post to multiple platforms at once': 1,
				'publish to all social networks': 1,
				'auto publish posts': 1,
				'publish video': 1,
				'short video reels and shorts': 1,
				'editorial calendar': 4,
				'queue posts': 3,
				'social media drafts for review': 1,
				'approval workflow for social media': 4,
				'approve posts before publishing': 1,
				'review posts before publishing': 1,
				'caption for each network': 2,
				'first comment on a social post': 1,
				'upload images and videos': 1,
				'social media analytics': 2,
				'engagement metrics of posts': 1,
				'how many followers': 1,
				'retry failed posts': 2,
				'cancel scheduled post': 1,
				'check post for errors before publishing': 1,
				'ai agent that posts to social media': 1,
			}),
			...about('socialPublishingTrigger', {
				'when a post failed': 5,
				'notify me when a post is published': 1,
				'alert on failed publishing': 2,
				'post approved or rejected': 1,
			}),
			...about('contentScoring', {
				thumbnail: 1,
				'score a title': 2,
				'rate title and thumbnail': 1,
				'video hook analysis': 1,
				'content ideas': 2,
				'content gap analysis': 2,
				'niche research': 1,
				'benchmark a channel against competitors': 1,
				'clickbait headline ctr': 1,
			}),
		],
	},
	{
		kind: 'another app or node named, or a word that its name begins with',
		wanted: Infinity,
		questions: [
			...about('socialPublishing', {
				'content calendar': Infinity,
				'save post as draft': Infinity,
				'google business profile post': Infinity,
				'post from google sheets to instagram': Infinity,
				'publish airtable content calendar': Infinity,
				'rss feed to social media': 1,
				'wordpress post to facebook and linkedin': Infinity,
			}),
			...about('socialPublishingTrigger', {
				'when a post fails': Infinity,
				'social media trigger': Infinity,
				'trigger when a post is approved': Infinity,
				'slack message when a post failed': Infinity,
			}),
		],
	},
];

/** What someone types into the nodes panel. It has to list the node, or the entry that its trigger is in, among the first three. */
export const panelQuestions: ReadonlyArray<[words: string, node: NodeName]> = [
	...[
		'facebook post',
		'facebook page post',
		'instagram post',
		'threads post',
		'linkedin post',
		'tiktok post',
		'youtube post',
		'pinterest post',
		'bluesky post',
		'mastodon post',
		'google business profile post',
		'post to instagram',
		'youtube upload',
		'tiktok video',
		'upload video',
		'publish video',
		'carousel',
		'schedule social',
		'schedule post',
		'schedule a post',
		'cross post',
		'crosspost',
		'send post for approval',
		'save post as draft',
		'content calendar',
		'editorial calendar',
		'queue posts',
		'retry failed post',
		'retry failed posts',
		'send failed posts again',
		'failed posts',
		'resend',
		'send again',
		'when a post fails',
		'post fails',
		'when a post is published',
		'post published',
		'social media trigger',
		'trigger when a post is approved',
		'post approved',
		'api key expiring',
		'channel disconnected',
		'token expiring',
		'post overdue',
		'dealt with',
	].map((words): [string, NodeName] => [words, 'socialPublishing']),
	['video title', 'contentScoring'],
	['score title', 'contentScoring'],
	['score a title', 'contentScoring'],
	['score thumbnail', 'contentScoring'],
	['youtube score', 'contentScoring'],
	['thumbnail', 'contentScoring'],
	['content ideas', 'contentScoring'],
	['marketing', 'contentScoring'],
];
