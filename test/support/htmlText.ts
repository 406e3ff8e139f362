const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** The text that a browser shows for a part of a page without tags. */
export const asText = (html: string): string =>
	html.replace(/&(lt|gt|quot|#39|amp);/g, (_entity, name: string) => characters[name] ?? '');
