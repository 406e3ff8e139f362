/** The largest file that is kept for the pages. */
export const previewBytes = 8 * 1024 * 1024;

/** All kept files together. */
const totalBytes = 64 * 1024 * 1024;

/** The bytes of small uploads, so that the pages can show them. The oldest are dropped when there are too many. */
export class Previews {
	private readonly byAsset = new Map<string, Buffer>();

	keep(assetId: string, bytes: Buffer): void {
		this.byAsset.delete(assetId);
		this.byAsset.set(assetId, bytes);
		for (const oldest of this.byAsset.keys()) {
			if (this.size() <= totalBytes) return;
			this.byAsset.delete(oldest);
		}
	}

	get(assetId: string): Buffer | undefined {
		return this.byAsset.get(assetId);
	}

	private size(): number {
		return [...this.byAsset.values()].reduce((sum, { length }) => sum + length, 0);
	}
}
