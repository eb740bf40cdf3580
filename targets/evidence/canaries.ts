import { createHash } from 'node:crypto'

/**
 * Credentials that no server ever issued. They are sent where a wrong credential is needed, and redacted like any secret. All
 * files of a run are searched for them: one that is found proves that redaction leaks.
 */
export interface Canaries {
  readonly accessToken: string
  readonly integrationKey: string
  readonly clientSecret: string
  readonly signingSecret: string
}

/** The canaries of a run; the same seed makes the same ones. */
export function canariesOf(seed: number): Canaries {
  // These three characters are common in credentials, and each encoding writes them in another way.
  const word = (name: string) =>
    `no-such-${name}+/${createHash('sha256').update(`${name} ${seed}`).digest('hex').slice(0, 20)}=`
  return {
    accessToken: word('access-token'),
    integrationKey: word('integration-key'),
    clientSecret: word('client-secret'),
    signingSecret: word('signing-secret'),
  }
}
