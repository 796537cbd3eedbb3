"""Defines the rows of the games app. What happened in a deal is in the log; the rows say who and where."""

from games.models.acts import StaffAct
from games.models.browsers import BrowserOfMember, MemberSession
from games.models.calls import Call
from games.models.clock import ServiceClock
from games.models.deals import Deal, DealSeat, DealSecret
from games.models.disputes import FiledDispute, Precedent, statuses
from games.models.players import DUTIES, ApiToken, Learned, LoginCard, MemberInvitation, Player
from games.models.ratings import RatedDeal, Rating, RatingFold, RatingStep
from games.models.tables import Seat, SeatWait, Table, Watcher
