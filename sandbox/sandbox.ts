import type { Sandbox } from './controls';
import type { SandboxOptions } from './types';

/** Opens a sandbox: world, server and controls. */
export const openSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
	throw new Error(`not yet: ${JSON.stringify(options)}`);
};
