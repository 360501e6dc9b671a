/** The topic `exit-codes`. */
export const exitCodesTopic = `
Exit codes: what a script may do next.

    0  done
    1  a bug in this program
    2  usage, or the input failed validation; nothing was sent             after fixing it
    3  configuration, credentials, journal or state folder unusable;
       nothing was sent                                                    after fixing it
    4  not signed in, or the token expired                                 after signing in
    5  not permitted                                                       no
    6  not found                                                           no
    7  refused by a rule of the service: not applied                       after fixing it
    8  throttled: not applied                                              later
    9  service unreachable or failing; nothing was applied, or repeating
       is safe                                                             yes
   10  outcome unknown: it may have been applied                           no: remit journal reconcile
   11  several items, some done, some not                                  the rest only
   12  the answer was damaged, incomplete or not from this service         yes
   13  done, but not as confirmed, or the result could not be written
       or recorded                                                         no
   14  stopped by a guard: duplicate, expectation, limit, declined question
   15  waited, and the condition did not come
  130  interrupted, with nothing unresolved                                yes
  143  terminated, with nothing unresolved                                 yes

When several apply: 10, 13, 11, 7, then the rest. More on one of them: remit explain 10
`;
