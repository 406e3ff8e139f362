declare const PACKAGE_VERSION: string;

/** The version of this package, inserted by the build. */
export const version = PACKAGE_VERSION;

/** The User-Agent of the library. */
export const userAgent = `content-scoring/${version}`;
