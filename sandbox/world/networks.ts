/** What TikTok would say about the seeded creator: one of the four privacy levels is not among the options. */
export const tiktokCreator = {
	username: 'acmestudio',
	nickname: 'Acme Studio',
	avatarUrl: 'https://tiktok.example/avatars/acmestudio.jpg',
	privacyLevelOptions: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
	commentDisabled: false,
	duetDisabled: false,
	stitchDisabled: true,
	maxVideoPostDurationSec: 600,
	canPost: true,
};

/** What YouTube would list for the seeded channel. */
export const youtubeCategories = {
	regionCode: 'GB',
	categories: [
		{ id: '1', title: 'Film & Animation' },
		{ id: '2', title: 'Autos & Vehicles' },
		{ id: '10', title: 'Music' },
		{ id: '17', title: 'Sports' },
		{ id: '22', title: 'People & Blogs' },
		{ id: '24', title: 'Entertainment' },
		{ id: '26', title: 'Howto & Style' },
		{ id: '27', title: 'Education' },
		{ id: '28', title: 'Science & Technology' },
	],
};
