import { sendVisitorsToLogin } from '../../stores/session/visitor.ts';

/** /profile before React: visitors go on to /login and come back to the tab that they asked for. */
sendVisitorsToLogin();
