import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { connect } from 'node:tls'
import { afterAll, describe, expect, test } from 'vitest'
import { sandboxPlatforms } from '../../sides/client/platforms.ts'
import { Gateway } from '../../targets/client/gateway/gateway.ts'
import { listenOn } from '../../targets/client/gateway/listening.ts'

const authority = () => sandboxPlatforms.authority()

/** The status that a client gets which checks everything, or the code of the error that stopped it. */
function strictly(
  origin: string,
  ca: string,
  agent: Agent | false = false,
): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const sent = request(origin, { ca, agent }, (answer) => {
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

  test.each([
    [['http/1.0'], 'http/1.0'],
    [['h2', 'http/1.1'], 'http/1.1'],
  ])('lets in a client that offers %j', async (offered, chosen) => {
    const { hostname, port } = new URL(await gateway.origin('https'))
    const socket = connect({ host: hostname, port: Number(port), ca, ALPNProtocols: offered })
    await once(socket, 'secureConnect')
    expect(socket.alpnProtocol).toBe(chosen)
    socket.destroy()
  })

  test('shows an impostor to new connections only, once its certificate was replaced', async () => {
    const agent = new Agent()
    const names = ['localhost', '127.0.0.1']
    const [own, strange] = await Promise.all(['own', 'strange'].map(() => authority()))
    if (own === undefined || strange === undefined) throw new Error('two authorities')
    const replaced: boolean[] = []
    const server = await listenOn(
      listen,
      (request, response) => {
        replaced.push(server.isReplaced(request.socket))
        response.end()
      },
      await own.certify(names),
    )
    try {
      expect(await strictly(server.origin, own.caPem, agent)).toBe(200)
      server.replace(await strange.certify(names))
      // A client that resumed its first TLS session would not check the certificate.
      expect(await strictly(server.origin, own.caPem, agent)).toBe('CERT_SIGNATURE_FAILURE')
      expect(await strictly(server.origin, strange.caPem)).toBe(200)
      expect(replaced).toEqual([false, true])
    } finally {
      agent.destroy()
      await server.close()
    }
  })
})
