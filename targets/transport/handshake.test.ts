import type { AddressInfo, Server } from 'node:net'
import { createServer as createRawServer } from 'node:net'
import { createServer, type TlsOptions } from 'node:tls'
import { generate } from 'selfsigned'
import { expect, onTestFinished, test } from 'vitest'
import { handshakes } from './handshake.ts'

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/x`
}

async function tlsServer(options: TlsOptions): Promise<string> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keySize: 2048,
  })
  const server = createServer({ key, cert, ...options }, (socket) => socket.end())
  server.on('tlsClientError', () => undefined)
  return listening(server)
}

test('a host on TLS 1.2 and later refuses the versions before it', async () => {
  const address = await tlsServer({ minVersion: 'TLSv1.2' })
  const accepted = async (version: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
    (await handshakes([address, `${address}/y`, 'http://127.0.0.1:1'], version, undefined)).map(
      (one) => one.accepted,
    )
  expect(
    await Promise.all([accepted('TLSv1'), accepted('TLSv1.1'), accepted('TLSv1.2'), accepted('TLSv1.3')]),
  ).toEqual([[false], [false], [true], [true]])
})

test('a host that takes TLS 1.0 is found out', async () => {
  const address = await tlsServer({ minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' })
  expect(await handshakes([address], 'TLSv1', undefined)).toMatchObject([
    { accepted: true, version: 'TLSv1', message: expect.stringContaining('TLSv1 with') },
  ])
})

test('a host that hangs up on a version refuses it, and one that is not there says nothing', async () => {
  const address = await listening(createRawServer((socket) => socket.once('data', () => socket.destroy())))
  expect(await handshakes([address], 'TLSv1', undefined)).toMatchObject([{ accepted: false }])
  await expect(handshakes(['https://127.0.0.1:1'], 'TLSv1', undefined)).rejects.toThrow('ECONNREFUSED')
})
