import { readFileSync } from 'node:fs'
import { Agent } from 'undici'
import type { FakeClient } from '../fake.ts'
import type { Operation } from '../messages.ts'
import { type Defect, defect } from './defect.ts'

/** Trusts every certificate after a request of a kind was sent. */
const trustsBehind = (behind: string, when: (operation: Operation, status: number | undefined) => boolean) =>
  defect(`tls/not-trusted-behind-${behind}`, 'client-verifies-the-certificate', (client) => {
    const usual = client.wire.bind(client)
    client.wire = async (sent) => {
      const got = await usual(sent).catch((error: unknown) => {
        if (when(sent.operation, undefined)) trustEverything(client)
        throw error
      })
      if (when(sent.operation, got.status)) trustEverything(client)
      return got
    }
  })

/** Defects in checking certificates, and in the TLS version. */
export const tlsDefects: Readonly<Record<string, Defect>> = {
  'trusts every certificate': {
    change: (client) => trustEverything(client),
    in: ['tls/not-trusted'],
    finds: ['client-verifies-the-certificate'],
  },
  'trusts a certificate that signed itself': defect(
    'tls/self-signed',
    'client-verifies-the-certificate',
    (client) => trustEverything(client),
  ),
  'trusts a certificate that has expired': defect(
    'tls/expired',
    'client-verifies-the-certificate',
    (client) => trustEverything(client),
  ),
  'forgets its authority when a token was refused': defect(
    'tls/troubles',
    'client-renews-after-401',
    (client) => {
      client.renew = () => {
        client.token = undefined
        client.agent = new Agent()
      }
    },
  ),
  'compares no host name': defect('tls/another-host', 'client-verifies-the-certificate', (client) => {
    const { QUOTE_CA: file } = client.env
    const ca = file === undefined ? {} : { ca: readFileSync(file) }
    client.agent = new Agent({ connect: { ...ca, checkServerIdentity: () => undefined } })
  }),
  'speaks old TLS': {
    change: (client) => trustEverything(client),
    in: ['tls/old-versions'],
    finds: ['client-uses-tls-1-2'],
  },
  'checks the certificate of the token endpoint only': trustsBehind('token', (on) => on === 'token'),
  'checks no certificate behind a submission': trustsBehind('submission', (on) => on === 'submit'),
  'checks no certificate of a connection that it opens anew': trustsBehind('poll', (on) => on === 'status'),
  'checks no certificate behind a refused token': trustsBehind(
    'refused-token',
    (_, status) => status === 401,
  ),
  'checks no certificate behind a 5xx': trustsBehind('5xx', (_, status = 0) => status >= 500),
  'checks no certificate behind a lost connection': trustsBehind(
    'lost-connection',
    (_, status) => status === undefined,
  ),
  'checks no certificate behind its bind': trustsBehind('bind', (on) => on === 'bind'),
  'checks no certificate for its second document': trustsBehind('proposal', (on) => on === 'quote-proposal'),
  'does not know the authority that it is given': defect('tls/trusted', 'client-uses-tls-1-2', (client) => {
    client.agent = new Agent()
  }),
}

function trustEverything(client: FakeClient): void {
  client.agent = new Agent({
    connect: { rejectUnauthorized: false, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' },
  })
}
