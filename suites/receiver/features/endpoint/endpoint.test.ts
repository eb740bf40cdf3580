import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { certificate, endpointAddress } from './address.ts'
import { endpointTls } from './tls.ts'

const spec = await loadSpec()

testClaims(endpointAddress, {
  spec,
  trace: { url: 'https://receiver.example/hooks', environment: 'production' },
  rows: [
    {
      requirement: 'receiver-url-is-https',
      with: 'plain http',
      change: (copy) => ({ ...copy, url: 'http://receiver.example/hooks' }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-url-is-https',
      with: 'plain http of a test system',
      change: () => ({ url: 'http://receiver.example/hooks', environment: 'sandbox' }),
      expected: 'cannot-tell',
    },
  ],
})

const facts = {
  ...{ host: 'receiver.example', trusted: true, message: 'issued by somebody', selfSigned: false },
  ...{ authorityNamed: false, environment: 'production' },
}
const TRUST = 'receiver-certificate-is-trusted'
testClaims(certificate, {
  spec,
  trace: facts,
  rows: [
    {
      requirement: TRUST,
      with: 'itself for its authority',
      change: (copy) => ({ ...copy, selfSigned: true }),
      expected: 'failed',
    },
    {
      requirement: TRUST,
      with: 'no trust',
      change: (copy) => ({ ...copy, trusted: false }),
      expected: 'failed',
    },
    {
      requirement: TRUST,
      with: 'no trust in a test system',
      change: (copy) => ({ ...copy, trusted: false, environment: 'sandbox' }),
      expected: 'cannot-tell',
    },
  ],
})

const tried = (version: string, accepted: boolean) => ({ host: 'h', version, accepted, message: 'tried' })
testClaims(endpointTls, {
  spec,
  trace: { old: [tried('TLSv1.1', false)], new: [tried('TLSv1.2', true), tried('TLSv1.3', false)] },
  rows: [
    {
      requirement: 'receiver-takes-tls-1-2-or-higher',
      with: 'neither version',
      change: (copy) => ({ ...copy, new: [tried('TLSv1.2', false)] }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-refuses-tls-below-1-2',
      with: 'TLS 1.1 taken',
      change: (copy) => ({ ...copy, old: [tried('TLSv1.1', true)] }),
      expected: 'failed',
    },
  ],
})
