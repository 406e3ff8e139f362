import type { Page } from 'playwright-core';

/** A room with an armchair, a lamp and a window, in any size. What doesn't fit is cut off, as in a photo. */
const showroom = (width: number, height: number): string => `
<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1200 800" preserveAspectRatio="xMidYMax slice">
	<rect x="-3000" y="-3000" width="7200" height="3560" fill="#e9dccb"/>
	<rect x="-3000" y="560" width="7200" height="1000" fill="#b98b62"/>
	<rect x="-3000" y="548" width="7200" height="14" fill="#f6efe5"/>
	<rect x="690" y="90" width="380" height="330" fill="#f8f4ee"/>
	<rect x="706" y="106" width="348" height="298" fill="#9fc9e0"/>
	<circle cx="960" cy="190" r="42" fill="#fff3c4"/>
	<path d="M706 404V330q90-70 170-10t178-30v114z" fill="#7fa37a"/>
	<path d="M873 90h14v330h-14zM690 250h380v12H690z" fill="#f8f4ee"/>
	<path d="M706 560 620 800h420l14-240z" fill="#d8b388" opacity=".55"/>
	<ellipse cx="430" cy="700" rx="330" ry="52" fill="#5d7f86"/>
	<path d="M265 680l-14 60h22l18-60zM585 680l14 60h-22l-18-60z" fill="#6b4425"/>
	<path d="M270 350q0-80 80-80h150q80 0 80 80v210H270z" fill="#d9643f"/>
	<path d="M250 560q0-22 22-22h306q22 0 22 22v90q0 36-36 36H286q-36 0-36-36z" fill="#e57b52"/>
	<path d="M206 500q0-46 44-46t44 46v176h-52q-36 0-36-36zM644 500q0-46-44-46t-44 46v176h52q36 0 36-36z" fill="#c9552f"/>
	<path d="M100 250 60 350h150l-40-100z" fill="#f3c969"/>
	<path d="M131 350h8v330h-8zM90 680h90v12H90z" fill="#4a4a4a"/>
	<path d="M1000 620h90l-14 90h-62z" fill="#e8e2d8"/>
	<path d="M1045 620q-80-60-60-160 60 50 60 160 0-130 50-190 40 110-50 190 50-80 110-70-20 70-110 70z" fill="#3f7d4e"/>
</svg>`;

/** Draws a room as a JPEG file. */
export async function drawShowroom(page: Page, width: number, height: number): Promise<Buffer> {
	const context = await page.context().browser()?.newContext({ viewport: { width, height } });
	if (context === undefined) throw new Error('The page has no browser');
	try {
		const canvas = await context.newPage();
		await canvas.setContent(`<body style="margin: 0; overflow: hidden">${showroom(width, height)}`);
		return await canvas.screenshot({ type: 'jpeg', quality: 80 });
	} finally {
		await context.close();
	}
}

/** The code of a Code node that returns one item with these files, each in its own field. */
export const codeOfFiles = (
	files: Array<{ fileName: string; mimeType: string; content: Buffer }>,
): string => `
const binary = {};
for (const [index, { fileName, mimeType, content }] of ${JSON.stringify(
	files.map((file) => ({ ...file, content: file.content.toString('base64') })),
)}.entries()) {
	binary['file' + index] = await this.helpers.prepareBinaryData(Buffer.from(content, 'base64'), fileName, mimeType);
}
return [{ json: {}, binary }];
`;
