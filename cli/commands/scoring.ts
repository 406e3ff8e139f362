import { createKey } from '../library/createKey';
import { prettyScore } from '../terminal/prettyScore';
import type { CommandSpec } from './command';
import { readScoreInput } from './scoreInput';

const paid = () => ({ idempotencyKey: createKey() });

/** Commands that score and compare videos and channels. */
export const scoringCommands: readonly CommandSpec[] = [
	{
		path: ['score'],
		description:
			'Score the title of a video, its thumbnail, or both, and compare videos by percentile (1 credit for a title, 2 for a thumbnail, 3 for both)',
		options: [
			{
				flags: '--title <text>',
				description: 'title to score. Without this option, the title is read from standard input.',
			},
			{
				flags: '--thumb <file>',
				description: 'JPEG, PNG or WebP file, or - for standard input',
				completes: 'files',
			},
		],
		examples: [
			'score --title "How we built a showroom in 30 days"',
			'score --title "How we built a showroom" --thumb thumbnail.jpg --pretty',
			'score --thumb - < thumbnail.png',
		],
		progress: 'Scoring',
		run: async ({ connect, process }, options) => {
			const input = await readScoreInput(options, process.stdin);
			return await (await connect()).score(input, paid());
		},
		pretty: prettyScore,
	},
	{
		path: ['score-video-hook'],
		description: 'Score the first seconds of a YouTube video (10 credits)',
		options: [{ flags: '--url <url>', description: 'URL of the video', isRequired: true }],
		examples: ['score-video-hook --url "https://www.youtube.com/watch?v=…"'],
		progress: 'Scoring the hook',
		run: async ({ connect }, { url }) =>
			await (await connect()).videoHook({ youtubeUrl: String(url) }, paid()),
	},
	{
		path: ['benchmark', 'channel'],
		description: 'Compare a channel with its niche (5 credits)',
		options: [{ flags: '--url <url>', description: 'URL or @handle of the channel', isRequired: true }],
		examples: ['benchmark channel --url @name'],
		progress: 'Comparing the channel',
		run: async ({ connect }, { url }) =>
			await (await connect()).benchmarkChannel({ url: String(url) }, paid()),
	},
	{
		path: ['benchmark', 'video'],
		description: 'Compare a video with its niche (3 credits)',
		options: [{ flags: '--url <url>', description: 'URL of the video', isRequired: true }],
		examples: ['benchmark video --url "https://youtu.be/…"'],
		progress: 'Comparing the video',
		run: async ({ connect }, { url }) => await (await connect()).benchmarkVideo({ url: String(url) }, paid()),
	},
];
