import { defects } from './defects/index.ts'
import { FakeClient } from './fake.ts'
import { legal } from './legal.ts'

// `node tests/client/run.ts NAME`: the fake client with a defect, or with a legal difference.
const name = process.argv[2] ?? ''
const change = defects[name]?.change ?? legal[name]
if (change === undefined) throw new RangeError(`there is no fake client that ${name}`)
const client = new FakeClient()
change(client)
await client.run()
