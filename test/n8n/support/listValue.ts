const titled = ['devto', 'pinterest', 'youtube'];

/** The value of a channel that was chosen from the list in the editor. */
export const listValue = ({ platform, id }: { platform: string; id: string }): string =>
	`${platform}:${id}${platform === 'pinterest' ? '' : ':noBoard'}${titled.includes(platform) ? '' : ':noTitle'}`;
