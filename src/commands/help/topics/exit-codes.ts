export const exitCodesTopic = `
Exit codes: what a script may do next.

  code  meaning                                           run again?
  ----  ------------------------------------------------  --------------------
    0   done
    1   a bug in this program
    2   usage error or invalid input; nothing was sent    after fixing it
    3   configuration, credentials, journal or state      after fixing it
        folder unusable; nothing was sent
    4   not signed in, or the token expired               after signing in
    5   not permitted                                     no
    6   not found                                         no
    7   refused by the service; not applied               after fixing it
    8   throttled; not applied                            later
    9   service unreachable or failing; nothing was       yes
        applied, or running it again is safe
   10   outcome unknown: it may have been applied         no: reconcile it
   11   partial failure: some items failed                the failed items only
   12   the response was corrupted, incomplete or not     yes
        from this service
   13   applied, but not as confirmed, or the result      no
        could not be written or recorded
   14   blocked by a safety check: duplicate, --expect    after checking it
        mismatch, policy limit, or you answered no
   15   timed out waiting, or the condition of            yes
        --fail-below or --exit-code is met
  130   interrupted; no request has an unknown outcome    yes
  143   terminated; no request has an unknown outcome     yes

An unknown outcome is resolved with remit journal reconcile. If several codes apply: 10, 13, 11, 7, then the others. Details
of one: remit explain 10
`;
