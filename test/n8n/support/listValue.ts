const titled = ['devto', 'pinterest', 'youtube'];

/** A channel as the list in the editor has it, for workflows that look like ones that were made by clicks. */
export const listValue = ({ platform, id }: { platform: string; id: string }): string =>
	`${platform}:${id}${platform === 'pinterest' ? '' : ':noBoard'}${titled.includes(platform) ? '' : ':noTitle'}`;
