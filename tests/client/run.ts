import { known } from '../known.ts'
import { answersByHand } from './defects/by-hand-answers.ts'
import { requestsByHand } from './defects/by-hand-requests.ts'
import { waitsByHand } from './defects/by-hand-waits.ts'
import { changeClient } from './defects/operators.ts'
import { FakeClient } from './fake.ts'
import { legal } from './legal.ts'

// `node tests/client/run.ts NAME [CHANGE]`: the fake client with a defect, or with a legal difference. CHANGE is the change of a table's
// row as JSON. A run starts this hundreds of times, so the tables are read in the process that judges.
const [, , name = '', change] = process.argv
const client = new FakeClient()
if (change !== undefined) changeClient(client, JSON.parse(change))
else known({ ...answersByHand, ...requestsByHand, ...waitsByHand, ...legal }, name)(client)
await client.run()
