import type { FakeClient } from './fake.ts'

/** Right clients that end in another way, or write down more. */
export const endings: Readonly<Record<string, (client: FakeClient) => void>> = {
  'takes an error for handled': (client) => {
    const usual = client.failed.bind(client)
    client.failed = (error) => {
      const code = usual(error)
      return client.result.quote_id === null && /could not be served/.test(client.result.error ?? '')
        ? 0
        : code
    }
  },
  'writes down whatever went wrong and ends with 0': (client) => {
    const usual = client.failed.bind(client)
    client.failed = (error) => {
      usual(error)
      return 0
    }
  },
  'writes more than is asked for': (client) => {
    const usual = client.write.bind(client)
    client.write = () => {
      Object.assign(client.result, {
        finished_at: new Date().toISOString(),
        error: client.result.error ?? undefined,
      })
      usual()
    }
  },
}
