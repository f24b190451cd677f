// The team of this computer, as the main process reports it.
import { useEffect, useState } from 'react';
import type { TeamView } from '../../shared/team.ts';
import { call, listen, type Problem } from '../bridge.ts';

/** Null until it is loaded. */
export function useTeam(): { readonly team: TeamView | null; readonly problem: Problem | null } {
  const [team, setTeam] = useState<TeamView | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let isNewer = false;
    const stop = listen('team.changed', (view) => {
      isNewer = true;
      setTeam(view);
    });
    void call('team.get', undefined).then((answer) => {
      if (!answer.ok) setProblem(answer.problem);
      else if (!isNewer) setTeam(answer.value);
    });
    return () => {
      isNewer = true;
      stop();
    };
  }, []);
  return { team, problem };
}
