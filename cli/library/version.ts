declare const PACKAGE_VERSION: string;

/** Version of this package, put in when it is built. */
export const version = PACKAGE_VERSION;

/** Names this package to the service. */
export const userAgent = `content-scoring/${version}`;
