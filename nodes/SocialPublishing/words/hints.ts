import type { IExecuteFunctions } from 'n8n-workflow';
import type { PublishingOptions } from '../../../client/publishing/index.js';
import { numbered, sentences } from '../../shared/errorTexts.js';
import { isFirst, showHint, type Hint } from '../../shared/operation.js';
import type { RunItem } from '../../shared/parameters.js';
import { daysUntil, expiryOf, keyMessage } from './keyExpiry.js';

/** Shows texts of an item above the output, with its number if there are several. Each text appears only for the first item that has it. */
export function hintOnce({ context, itemIndex }: RunItem, texts: string[], type?: Hint['type']): void {
	const others = texts.filter((text) => isFirst(context, 'text', text));
	if (others.length === 0) return;
	const item = context.getInputData().length > 1 ? `Item ${itemIndex}: ` : '';
	showHint(context, { message: `${item}${sentences(...numbered(others))}`, type });
}

/** Shows a text above the output that is about the whole run. */
export function hintForRun({ context }: RunItem, message: string): void {
	if (isFirst(context, 'text', message)) showHint(context, { message });
}

/** How many days before its end an API key is mentioned above the output of runs. */
const mentionedDays = 14;

/** Mentions an API key that expires soon in each run that reads it anyway. A run that doesn't read it makes no request for this. */
export const hintAtExpiry =
	(context: IExecuteFunctions): NonNullable<PublishingOptions['onIdentity']> =>
	(identity, now) => {
		const expiresAt = expiryOf(identity);
		if (expiresAt === undefined || daysUntil(expiresAt, now) > mentionedDays) return;
		const message = keyMessage(identity, { expiresAt, now, zone: context.getTimezone() });
		showHint(context, { message, type: 'warning' });
	};
