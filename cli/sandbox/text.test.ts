import { execFileSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from '../../targets/sandbox/index.ts'
import { sandboxText } from './text.ts'

test('a shell takes from the sandbox all that a reproduction script asks for', async () => {
  const sandbox = await startEmbedded({ seed: 7 })
  onTestFinished(() => sandbox.close())
  const files = { profile: 'profile.yaml', ca: "it's a.pem" }
  const text = sandboxText(sandbox, files, { clock: 'running', front: ['npx', 'quote-conformance'] })
  const [line = ''] = /^export QUOTE_BASE_URL=.*$/m.exec(text) ?? []
  const shown = execFileSync('sh', ['-c', `${line}; env`], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  const variables = Object.fromEntries(shown.split('\n').map((one) => one.split(/=(.*)/)))
  expect(variables).toMatchObject({
    QUOTE_BASE_URL: sandbox.baseUrl,
    QUOTE_AUTH_URL: sandbox.authUrl,
    QUOTE_CLIENT_SECRET: sandbox.credentials.client_secret,
    QUOTE_OPERATOR_URL: new URL(sandbox.controlUrl).origin,
    QUOTE_OPERATOR_X_CONTROL_SECRET: sandbox.controlSecret,
    QUOTE_CA: "it's a.pem",
  })
})
