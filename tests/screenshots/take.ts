import { embeddedTarget } from '../../targets/platform/index.ts'
import { type BehaviourChange, behaviourOf } from '../../targets/sandbox/behaviour.ts'
import { startEmbedded } from '../../targets/sandbox/index.ts'
import { recordOf } from '../judge.ts'
import { takePictures } from './pictures.ts'

// Takes the pictures of the README: `npm run screenshots`. They show a run against a sandbox with one defect, which breaks many
// requirements: its amounts have no thousands separators.
const money: BehaviourChange = ({ formats }) => ({
  formats: { money: (dollars) => formats.money(dollars).replaceAll(',', '') },
})
const behaviour = behaviourOf(money)
await takePictures(
  await recordOf(
    await embeddedTarget(() => startEmbedded({ seed: 1, clock: 'virtual', behaviour }), {
      seed: 1,
      apiVersion: 'v1.14.2',
    }),
  ),
)
