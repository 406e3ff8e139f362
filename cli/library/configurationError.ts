import { ClientError } from '../../client/http/errors';

/** The key, the address or the configuration file is missing or wrong, so nothing was sent. */
export class ConfigurationError extends ClientError {}
