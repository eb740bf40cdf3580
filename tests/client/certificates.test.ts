import { request } from 'node:https'
import { afterAll, describe, expect, test } from 'vitest'
import { sandboxStages } from '../../sides/client/stage.ts'
import { Gateway } from '../../targets/client/gateway/gateway.ts'

const authority = () => sandboxStages.authority()

/** The status that a client gets which checks everything, or the code of the error that stopped it. */
function strictly(origin: string, ca: string): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const sent = request(origin, { ca, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code)).end()
  })
}

describe.each(['127.0.0.1:0', 'localhost:0'])('a gateway on %s', async (listen) => {
  const gateway = new Gateway({ listen, authority })
  afterAll(() => gateway.close())
  const ca = await gateway.authority()

  test.each([
    ['https', 404],
    ['other-host', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['untrusted', 'CERT_SIGNATURE_FAILURE'],
    ['self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['expired', 'CERT_HAS_EXPIRED'],
  ] as const)('shows a client that checks everything %s: %s', async (served, seen) => {
    expect(await strictly(await gateway.origin(served), ca)).toBe(seen)
  })
})
