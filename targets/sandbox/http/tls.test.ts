import { X509Certificate } from 'node:crypto'
import { connect, type SecureVersion } from 'node:tls'
import { Agent, fetch } from 'undici'
import { describe, expect, test } from 'vitest'
import { type EmbeddedSandbox, startEmbedded } from '../index.ts'
import { makeAuthority } from './tls.ts'

/** The protocol version of a handshake with a client that offers exactly one version; undefined when the handshake fails. */
function handshake(url: string, version: SecureVersion, ca: string | undefined): Promise<string | undefined> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port),
      minVersion: version,
      maxVersion: version,
      ciphers: 'DEFAULT@SECLEVEL=0',
      ...(ca === undefined ? {} : { ca }),
    })
    const end = (protocol?: string) => {
      socket.destroy()
      resolve(protocol)
    }
    socket.once('secureConnect', () => end(socket.getProtocol() ?? undefined))
    socket.once('error', () => end())
  })
}

async function withSandbox(
  options: { minTlsVersion?: SecureVersion },
  use: (sandbox: EmbeddedSandbox) => Promise<void>,
): Promise<void> {
  const sandbox = await startEmbedded({ https: true, ...options })
  try {
    await use(sandbox)
  } finally {
    await sandbox.close()
  }
}

describe('a sandbox on https', () => {
  test('is trusted through its own authority, on both ports', async () => {
    await withSandbox({}, async ({ baseUrl, controlUrl, controlSecret, caPem = '' }) => {
      const dispatcher = new Agent({ connect: { ca: caPem } })
      expect(baseUrl).toMatch(/^https:/)
      expect((await fetch(`${baseUrl}/status/x`, { dispatcher })).status).toBe(401)
      const headers = { 'x-control-secret': controlSecret }
      expect((await fetch(`${controlUrl}/events`, { dispatcher, headers })).status).toBe(200)
      await dispatcher.close()
    })
  })

  test('accepts TLS 1.2 and 1.3 and nothing older', async () => {
    await withSandbox({}, async ({ baseUrl, caPem }) => {
      expect(await handshake(baseUrl, 'TLSv1.3', caPem)).toBe('TLSv1.3')
      expect(await handshake(baseUrl, 'TLSv1.2', caPem)).toBe('TLSv1.2')
      expect(await handshake(baseUrl, 'TLSv1.1', caPem)).toBeUndefined()
      expect(await handshake(baseUrl, 'TLSv1', caPem)).toBeUndefined()
    })
  })

  test('accepts older versions when it is set to be wrong', async () => {
    await withSandbox({ minTlsVersion: 'TLSv1' }, async ({ baseUrl, caPem }) => {
      expect(await handshake(baseUrl, 'TLSv1', caPem)).toBe('TLSv1')
      expect(await handshake(baseUrl, 'TLSv1.1', caPem)).toBe('TLSv1.1')
    })
  })

  test('is not trusted without its authority', async () => {
    await withSandbox({}, async ({ baseUrl }) => {
      expect(await handshake(baseUrl, 'TLSv1.3', undefined)).toBeUndefined()
    })
  })
})

test('an authority certifies for the host names and addresses that it is given, and for no others', async () => {
  const { caPem, certify } = await makeAuthority()
  const { cert } = await certify(['quotes.example', '10.1.2.3', '::1'])
  const certificate = new X509Certificate(cert)
  expect(certificate.checkIssued(new X509Certificate(caPem))).toBe(true)
  const hosts = ['quotes.example', 'localhost', 'api.quotes.example'].map((one) => certificate.checkHost(one))
  expect(hosts).toEqual(['quotes.example', undefined, undefined])
  const addresses = ['10.1.2.3', '::1', '127.0.0.1'].map((one) => certificate.checkIP(one))
  expect(addresses).toEqual(['10.1.2.3', '::1', undefined])
})
