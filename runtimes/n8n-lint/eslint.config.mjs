import { config } from '@n8n/node-cli/eslint';

/** n8n's configuration, unmodified. The house rules are in the eslint.config.mjs of the repository. */
export default config;
