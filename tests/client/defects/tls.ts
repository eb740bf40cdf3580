import { readFileSync } from 'node:fs'
import { Agent } from 'undici'
import type { FakeClient } from '../fake.ts'
import { type Defect, defect } from './defect.ts'

/** Whom a client trusts, and how it speaks to them. */
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
  'does not know the authority that it is given': defect('tls/trusted', 'client-uses-tls-1-2', (client) => {
    client.agent = new Agent()
  }),
}

function trustEverything(client: FakeClient): void {
  client.agent = new Agent({
    connect: { rejectUnauthorized: false, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' },
  })
}
