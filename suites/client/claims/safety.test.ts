import { loadSpec } from '../../../spec/index.ts'
import { testSessionClaims } from '../testing/claims.ts'
import { clientRun, performance, sent, straight, trace } from '../testing/trace.ts'
import {
  getsThroughOnHttps,
  keepsCredentials,
  printsNoSecret,
  speaksTls12,
  verifiesTheCertificate,
  verifiesTheHost,
} from './safety.ts'

const strayed =
  (...headers: readonly (readonly [string, string])[]) =>
  () =>
    trace(performance(straight(), { strayed: [sent('other', { headers })] }))
const over =
  (...tlsVersions: readonly string[]) =>
  () =>
    trace(performance(straight(), { tlsVersions }))
const KEEPS = 'client-keeps-credentials-to-the-service'
const PRINTS = 'client-prints-no-secret'
const TRUST = 'client-verifies-the-certificate'
const TLS = 'client-uses-tls-1-2'
const spec = await loadSpec()

testSessionClaims(
  'safety',
  spec,
  [keepsCredentials, printsNoSecret, verifiesTheCertificate, speaksTls12],
  [
    {
      requirement: KEEPS,
      with: 'a plain request elsewhere',
      change: strayed(['accept', '*/*']),
      expected: 'passed',
    },
    {
      requirement: KEEPS,
      with: 'the token elsewhere',
      change: strayed(['authorization', 'Bearer x']),
      expected: 'failed',
    },
    {
      requirement: KEEPS,
      with: 'the key elsewhere',
      change: strayed(['x-integration-key', 'x']),
      expected: 'failed',
    },
    {
      requirement: PRINTS,
      with: 'the secret on stdout',
      change: () =>
        trace(performance(straight(), { runs: [clientRun({ printedSecrets: ['the client secret'] })] })),
      expected: 'failed',
    },
    {
      requirement: PRINTS,
      with: 'a client driven by hand',
      change: () => trace(performance(straight(), { runs: [clientRun({ byHand: true })] })),
      expected: 'cannot-tell',
    },
    {
      requirement: TRUST,
      with: 'requests',
      expected: 'failed',
      finding: { expected: 'no request to a server with a certificate that is not to be trusted' },
    },
    { requirement: TRUST, with: 'no request', change: () => trace(performance([])), expected: 'passed' },
    { requirement: TLS, with: 'no old version', change: over('TLSv1.3'), expected: 'passed' },
    { requirement: TLS, with: 'an old version', change: over('TLSv1.1'), expected: 'failed' },
  ],
)

testSessionClaims(
  'another-host',
  spec,
  [verifiesTheHost],
  [
    {
      requirement: TRUST,
      with: 'requests',
      expected: 'failed',
      finding: { expected: 'no request to a server with a certificate for another host' },
    },
    { requirement: TRUST, with: 'no request', change: () => trace(performance([])), expected: 'passed' },
  ],
)

testSessionClaims(
  'https',
  spec,
  [getsThroughOnHttps],
  [
    { requirement: TLS, with: 'requests', change: over('TLSv1.3'), expected: 'passed' },
    { requirement: TLS, with: 'no request', change: () => trace(performance([])), expected: 'failed' },
  ],
)
