import { ClientError } from '../../client/http/errors';

/** Something that has to be known before a request can be sent is missing or wrong: the key, the address, the configuration file. */
export class ConfigurationError extends ClientError {}
