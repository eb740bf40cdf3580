import { expect, test } from 'vitest'
import { unreadIn } from './unread.ts'

const recipe = {
  kind: 'command',
  command: ['x'],
  returns: { endpoint_id: '/id', signing_secret: '/url' },
} as const

test('every text of an answer that could be a secret is named with its place, and none that is taken', () => {
  const json = {
    id: 'an-endpoint',
    url: 'http://127.0.0.1/hook',
    keys: [{ 'a/b': 'the-secret' }],
    status: 'enabled',
    size: 7,
    'an-endpoint-too': 'an-endpoint',
  }
  expect(unreadIn(json, { action: 'register_endpoint', recipe, name: 'signing_secret' })).toEqual([
    {
      text: 'the-secret',
      key: 'operator.register_endpoint.returns.signing_secret',
      misread:
        'operator.register_endpoint.returns.signing_secret points at /url, and deliveries are signed with the text at /keys/0/a~1b',
    },
  ])
})
