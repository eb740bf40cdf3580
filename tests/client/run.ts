import { defects } from './defects/index.ts'
import { FakeClient } from './fake.ts'
import { legal } from './legal.ts'

// `node tests/client/run.ts NAME`: the fake client with a defect, or with a legal difference; several names with ` & ` between them.
const client = new FakeClient()
for (const name of (process.argv[2] ?? '').split(' & ')) {
  const change = defects[name]?.change ?? legal[name]
  if (change === undefined) throw new RangeError(`there is no fake client that ${name}`)
  change(client)
}
await client.run()
