import { createHash } from 'node:crypto'

/**
 * Credentials that no server ever issued. They go out where a wrong credential is called for, are taken out of the evidence
 * like any secret, and are searched for in all that a run has written: one that is found proves that redaction leaks.
 */
export interface Canaries {
  readonly accessToken: string
  readonly integrationKey: string
  readonly clientSecret: string
  readonly signingSecret: string
}

/** The canaries of a run; the same seed makes the same ones. */
export function canariesOf(seed: number): Canaries {
  // Three characters that each encoding writes in another way, and that stand in credentials everywhere.
  const word = (name: string) =>
    `no-such-${name}+/${createHash('sha256').update(`${name} ${seed}`).digest('hex').slice(0, 20)}=`
  return {
    accessToken: word('access-token'),
    integrationKey: word('integration-key'),
    clientSecret: word('client-secret'),
    signingSecret: word('signing-secret'),
  }
}
