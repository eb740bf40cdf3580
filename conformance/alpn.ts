/**
 * The application protocols that the suite's servers offer over TLS (RFC 7301). A client of HTTP/1.0 may offer `http/1.0`
 * alone.
 */
export const ALPN: string[] = ['http/1.1', 'http/1.0']
