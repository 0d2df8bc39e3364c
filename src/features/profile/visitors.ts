import { sendVisitorsToLogin } from '../../stores/session/visitor.ts';

/** /profile before React: sends visitors to /login, which returns them to the tab that they asked for. */
sendVisitorsToLogin();
