/** Makes one step of several, which are carried out one after the other on the same stage. */
export const inTurn =
  <Stage>(...steps: readonly ((stage: Stage) => Promise<void>)[]) =>
  async (stage: Stage): Promise<void> => {
    for (const step of steps) await step(stage)
  }
