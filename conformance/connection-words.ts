/** The reason why a connection failed, by the error code of the system or of the TLS library. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (ECONNREFUSED)',
  ENOTFOUND: 'its host name is not known',
  EAI_AGAIN: 'its host name is not known',
  EHOSTUNREACH: 'no route leads to this address (EHOSTUNREACH)',
  ENETUNREACH: 'no route leads to this address (ENETUNREACH)',
  ETIMEDOUT: 'no connection in time (ETIMEDOUT)',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is from an authority that is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate is from an authority that is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is from an authority that is not trusted here',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is from an authority that is not trusted here',
  CERT_UNTRUSTED: 'its certificate is from an authority that is not trusted here',
  CERT_SIGNATURE_FAILURE: 'its certificate is from an authority that is not trusted here',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed and not trusted here',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  HOSTNAME_MISMATCH: 'its certificate is for another host name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server there does not speak TLS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the server there does not speak TLS',
  ERR_SSL_HTTP_REQUEST: 'the server there does not speak TLS',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'it speaks no version of TLS that is accepted here',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'it refuses this version of TLS',
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: 'it refuses the TLS handshake',
}

const TLS = /^(ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO)/

/**
 * Says in plain words why a connection failed.
 *
 * @param code of the error
 * @param message of the error, for codes without words of their own
 */
export function connectionWords(code: string, message: string): string {
  return WORDS[code] ?? (TLS.test(code) ? `the TLS connection failed (${code})` : message || code)
}
