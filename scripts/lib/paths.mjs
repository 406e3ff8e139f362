import { fileURLToPath } from 'node:url';
import path from 'node:path';

/** Absolute path of the repository's root folder. */
export const rootFolder = path.resolve(fileURLToPath(new URL('../..', import.meta.url)));

/**
 * Returns an absolute path in the repository.
 *
 * @param {...string} parts path segments below the root folder
 */
export const inRepository = (...parts) => path.join(rootFolder, ...parts);
