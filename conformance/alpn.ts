/** The protocols that servers of the suite offer over TLS (RFC 7301). A client of HTTP/1.0 may name that one alone. */
export const ALPN: string[] = ['http/1.1', 'http/1.0']
