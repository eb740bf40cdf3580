/** The result of a TLS handshake at one protocol version. */
export interface Handshake {
  readonly host: string
  readonly version: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'
  readonly accepted: boolean
  readonly message: string
}
