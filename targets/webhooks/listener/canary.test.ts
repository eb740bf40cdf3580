import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, realTime, receiverOf } from './testing.ts'

/** A tunnel to a receiver on a port; it may change the bodies that it forwards. */
async function tunnel(port: number, change: (body: Buffer) => Buffer): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = change(Buffer.concat(chunks))
    const headers = { ...incoming.headers, 'content-length': body.length }
    const path = (incoming.url ?? '').replace('/tunnel', '')
    const passed = forward({ port, host: '127.0.0.1', method: 'POST', path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502)
      answer.pipe(outgoing)
    })
    passed.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/tunnel`
}

async function behind(change: (body: Buffer) => Buffer) {
  const port = await freePort()
  const publicUrl = await tunnel(port, change)
  const receiver = receiverOf({ listen: `127.0.0.1:${port}`, publicUrl })
  onTestFinished(() => receiver.close())
  return receiver
}

test('what passes bytes on as they are is reported by the canary', async () => {
  const receiver = await behind((body) => body)
  await receiver.open(realTime())
  expect(await receiver.canary()).toEqual({ kind: 'intact' })
})

test('no endpoint is opened behind what writes JSON anew', async () => {
  const receiver = await behind((body) => Buffer.from(JSON.stringify(JSON.parse(body.toString('utf8')))))
  await expect(receiver.open(realTime())).rejects.toMatchObject({
    key: 'webhooks.public_url',
    message: expect.stringContaining('changes the bytes of the body'),
  })
})

test('an address that the suite itself cannot reach may still be reached by the platform', async () => {
  const receiver = receiverOf({ publicUrl: 'http://127.0.0.1:9' })
  onTestFinished(() => receiver.close())
  await receiver.open(realTime())
  expect(await receiver.canary()).toMatchObject({ kind: 'unreached' })
})
