import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { ownCertificate } from '../../../targets/webhooks/listener/certificate.ts'
import { eventually, rawClient, rawServer, relayTo } from '../testing/raw.ts'

const GET = 'GET /api/a HTTP/1.1\r\nhOST: proxy\r\n\r\n'
const ANSWER = 'HTTP/1.1 200 OK\r\nx-Y: 1\r\n\r\nuntil closed'

const { key, cert } = await ownCertificate('127.0.0.1')

async function securePlatform() {
  let received = ''
  const server = createServer({ key, cert, ALPNProtocols: ['http/1.1'] }, (socket) => {
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      socket.end(ANSWER)
    })
    socket.on('error', () => undefined)
  })
  server.on('tlsClientError', () => undefined)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, received: () => received }
}

test('TLS to the platform and TLS to the client pass the same bytes', async () => {
  const platform = await securePlatform()
  const relay = await relayTo(
    { baseUrl: `https://127.0.0.1:${platform.port}/api`, ca: cert },
    { tls: { key, cert } },
  )
  const client = connect({ port: relay.port, host: '127.0.0.1', ca: cert })
  let received = ''
  client.on('data', (bytes) => {
    received += bytes.toString('latin1')
  })
  await once(client, 'secureConnect')
  client.write(GET)
  await once(client, 'end')
  expect(received).toBe(ANSWER)
  expect(platform.received()).toBe(GET.replace('proxy', `127.0.0.1:${platform.port}`))
  await eventually(() => relay.passed.length === 1)
  expect(relay.passed[0]?.timing.tlsMs).toBeGreaterThan(0)
})

test('a certificate that nobody trusts is a failure of the platform, and the client gets no answer', async () => {
  const platform = await securePlatform()
  const relay = await relayTo({ baseUrl: `https://127.0.0.1:${platform.port}/api` })
  const client = await rawClient(relay.port)
  client.socket.write(GET)
  await eventually(() => client.ended() !== undefined)
  expect(client.received().length).toBe(0)
  expect(platform.received()).toBe('')
  expect(relay.passed[0]).toMatchObject({ brokenBy: 'target', failure: { kind: 'tls' } })
})

test('a client that speaks no TLS to an address with TLS harms nobody else', async () => {
  const platform = await rawServer()
  const relay = await relayTo({ baseUrl: `${platform.url}/api` }, { tls: { key, cert } })
  const client = await rawClient(relay.port)
  client.socket.write(GET)
  await eventually(() => client.ended() !== undefined)
  expect(platform.received()).toEqual([])
  const other = connect({ port: relay.port, host: '127.0.0.1', ca: cert })
  onTestFinished(() => void other.destroy())
  await once(other, 'secureConnect')
})
